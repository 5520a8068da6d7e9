/** How long tests wait for what must happen: a safety net, no limit that a slow machine could meet. */
import { configure } from "@testing-library/svelte";

configure({ asyncUtilTimeout: 240_000 });
