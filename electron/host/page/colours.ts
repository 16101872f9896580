/**
 * The colors of renderer/ui/tokens.css that are needed before or without the page, light and dark.
 */
export const colours = {
  ground: ['#e9ebe8', '#0e1113'],
  card: ['#ffffff', '#1d2226'],
  sunken: ['#f0f2ef', '#262c31'],
  line: ['#cfd4cf', '#343c42'],
  edge: ['#7b847d', '#77838b'],
  ink: ['#15191a', '#f2f5f5'],
  'ink-soft': ['#4a5450', '#b3bec3'],
  accent: ['#2346c8', '#93b0ff'],
  'accent-ink': ['#ffffff', '#071540'],
  'accent-deep': ['#1a359c', '#7c9ef5'],
  good: ['#0b6b3c', '#37c47c'],
  'good-text': ['#0a5f35', '#6fdca4'],
  'amber-soft': ['#fff1cc', '#3a2e0e'],
  'amber-text': ['#6d4a00', '#ffd073'],
  'red-text': ['#a81811', '#ff9e96'],
  focus: ['#0b57d0', '#ffd54a'],
} as const

const tokens = Object.entries(colours)
  .map(([name, [light, dark]]) => `--${name}: light-dark(${light}, ${dark});`)
  .join(' ')

/** What every page without the app's files begins its style with. */
export const themeStyle = `
:root { color-scheme: light dark; ${tokens} }
:root[data-theme='light'] { color-scheme: only light; }
:root[data-theme='dark'] { color-scheme: dark; }
* { box-sizing: border-box; }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
`

/** The style of a card page (layout.ts). */
export const cardStyle = `${themeStyle}
* { margin: 0; }
[hidden] { display: none !important; }
html { font-size: max(100%, 0.78vw); }
body { display: grid; place-items: center; min-height: 100vh; padding: 1.5rem; background: var(--ground); color: var(--ink); line-height: 1.45;
  font-family: 'Inter', 'Segoe UI Variable Text', 'Segoe UI', -apple-system, Roboto, 'Noto Sans', 'Liberation Sans', Arial, system-ui, sans-serif; }
main { display: grid; gap: 1rem; width: min(100%, 36rem); padding: 2rem; border: 1px solid var(--line); border-top: 0.5rem solid var(--accent);
  border-radius: 0.5rem; background: var(--card); }
h1 { font-size: 1.75rem; line-height: 1.2; text-wrap: balance; }
p { font-size: 1.125rem; }
small { color: var(--ink-soft); font-size: 0.9375rem; }
.maker { display: flex; align-items: center; gap: 0.5rem; font-weight: 600; }
button, .button { display: inline-flex; align-items: center; justify-self: start; min-height: 3rem; padding: 0 1.25rem; border: 1px solid transparent;
  border-radius: 0.5rem; background: var(--accent); color: var(--accent-ink); font: inherit; font-size: 1.125rem; font-weight: 600; text-decoration: none; touch-action: manipulation; }
button:active, .button:active { background: var(--accent-deep); }
[role=alert] { color: var(--red-text); font-weight: 600; }
:is([role=alert], [role=status]):empty { display: none; }
`
