import "./theme/base.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { deviceAnswers } from "./device/answers";
import { answerBy } from "./lib/api";
import { keepForOffline } from "./lib/offline.svelte";

answerBy(deviceAnswers);
mount(App, { target: document.getElementById("app")! });
if (import.meta.env.PROD) keepForOffline();
