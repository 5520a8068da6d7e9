// Before the first paint: the theme somebody chose. A file of its own, because the content policy allows no inline script.
try {
  const theme = JSON.parse(localStorage.getItem("ziggurat") ?? "{}").theme;
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Without storage the system's theme is the one.
}
