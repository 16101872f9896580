import { raw } from 'hono/html'

/** The mark of Kitchen Pass for a page without the app's files. It is the drawing of resources/icons/icon.svg. */
export const mark =
  raw(`<svg class="mark" viewBox="64 64 896 896" width="24" height="24" aria-hidden="true">
  <rect x="64" y="64" width="896" height="896" rx="208" fill="#2346c8" />
  <path d="M288 272h448v560l-56-64-56 64-56-64-56 64-56-64-56 64-56-64-56 64z" fill="#fff9ec" />
  <rect x="176" y="192" width="672" height="128" rx="64" fill="#93b0ff" />
  <path d="M400 544l80 80 144-168" fill="none" stroke="#2346c8" stroke-width="88" stroke-linecap="round" stroke-linejoin="round" />
</svg>`)
