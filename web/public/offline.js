/* The language that was chosen on the page, or the browser's; and back to the page as soon as there is a network. */
try {
  const chosen = JSON.parse(localStorage.getItem("ziggurat") ?? "{}").language ?? "auto";
  const spoken = navigator.languages.map((tag) => tag.slice(0, 2)).find((tag) => tag === "nl" || tag === "en");
  document.documentElement.lang = chosen === "auto" ? (spoken ?? "en") : chosen;
} catch {
  // English, then
}
addEventListener("online", () => location.reload());
