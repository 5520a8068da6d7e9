import "./theme/base.css";
import { mount } from "svelte";
import App from "./App.svelte";

// It shows notices, and says what the page needs without a network; what it keeps is in `public/sw.js`.
if (import.meta.env.PROD) void navigator.serviceWorker?.register("/sw.js").catch(() => undefined);

const target = document.getElementById("app")!;
target.replaceChildren(); // the shell that was painted meanwhile
mount(App, { target });
