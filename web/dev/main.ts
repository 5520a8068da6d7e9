import "../src/theme/base.css";
import { mount } from "svelte";
import Bench from "./Bench.svelte";

mount(Bench, { target: document.getElementById("app")! });
