/** The colours of renderer/ui/tokens.css that are needed before or without the page, light and dark. */
export const colours = {
  ground: ['#e9ebe8', '#0e1113'],
  card: ['#ffffff', '#1d2226'],
  sunken: ['#f0f2ef', '#262c31'],
  line: ['#cfd4cf', '#343c42'],
  edge: ['#7b847d', '#77838b'],
  ink: ['#15191a', '#f2f5f5'],
  'ink-soft': ['#4a5450', '#b3bec3'],
  go: ['#0b6b3c', '#37c47c'],
  'go-ink': ['#ffffff', '#06210f'],
  'go-deep': ['#085430', '#2fb06d'],
  amber: ['#ffc233', '#f4b52e'],
  'red-text': ['#a81811', '#ff9e96'],
  focus: ['#0b57d0', '#ffd54a'],
} as const
