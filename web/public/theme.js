// Before the first paint: the server's own colour, and the theme somebody chose. A file of its own, because the content policy allows no inline script.
const colour = document.querySelector('meta[name="look-colour"]')?.content;
if (colour) {
  document.documentElement.dataset.look = "own";
  document.documentElement.style.setProperty("--own", colour);
}
try {
  const theme = JSON.parse(localStorage.getItem("ziggurat") ?? "{}").theme;
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Without storage the system's theme is the one.
}
