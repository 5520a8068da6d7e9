import "./theme/base.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { deviceAnswers } from "./device/answers";
import { answerBy } from "./lib/api";
import { keepForOffline } from "./lib/offline.svelte";

answerBy(deviceAnswers);
const target = document.getElementById("app")!;
target.replaceChildren(); // the shell that was painted meanwhile
mount(App, { target });
if (import.meta.env.PROD) keepForOffline();
