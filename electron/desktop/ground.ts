/** What a window shows until its page is there: `--ground` of renderer/ui/tokens.css in each theme. */
export const ground = { light: '#e9ebe8', dark: '#0e1113' }
