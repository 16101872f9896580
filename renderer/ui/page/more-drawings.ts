import type { Drawing } from './drawings.ts'

/** The drawings that the first view doesn't need, by what is missing. */
export const drawings = {
  alerts: {
    body: 'M54 66c7-6 7-14 7-24a19 19 0 0 1 38 0c0 10 0 18 7 24Z',
    lines: 'M71 76a9 9 0 0 0 18 0M80 22v-8',
    ground: 'M34 36c-3 6-3 14 0 20M126 36c3 6 3 14 0 20',
  },
  coupons: {
    body: 'M34 24h92v16a8 8 0 0 0 0 16v16H34V56a8 8 0 0 0 0-16Z',
    lines: 'M104 32v5M104 45v6M104 59v5M58 60l20-24M58 38v.1M78 58v.1',
    ground: 'M46 84h68',
  },
  error: {
    body: 'M80 16l40 64H40Z',
    lines: 'M80 42v16M80 68v.1',
    ground: 'M22 88h116',
  },
  figures: {
    body: 'M44 54h16v26H44ZM72 44h16v36H72ZM100 34h16v46h-16Z',
    lines: 'M42 36l24-12 18 6 30-18',
    ground: 'M28 80h104',
  },
  guests: {
    body: 'M68 44a14 14 0 1 0 0-28 14 14 0 0 0 0 28ZM40 80a28 26 0 0 1 56 0Z',
    lines: 'M98 44a12 12 0 1 0-6-22M104 54a24 24 0 0 1 18 26',
    ground: 'M24 80h112',
  },
  history: {
    body: 'M42 40h76v40H42ZM36 20h88v20H36Z',
    lines: 'M70 54h20',
    ground: 'M24 80h112',
  },
  payments: {
    body: 'M40 18h80a8 8 0 0 1 8 8v40a8 8 0 0 1-8 8H40a8 8 0 0 1-8-8V26a8 8 0 0 1 8-8Z',
    lines: 'M32 34h96M32 42h96M44 60h18',
    ground: 'M48 84h64',
  },
  reservations: {
    body: 'M46 20h68a6 6 0 0 1 6 6v50a6 6 0 0 1-6 6H46a6 6 0 0 1-6-6V26a6 6 0 0 1 6-6Z',
    lines: 'M40 38h80M60 12v14M100 12v14',
    ground: 'M56 52h8M76 52h8M96 52h8M56 66h8M76 66h8',
  },
  scheduled: {
    body: 'M46 14h44v62l-5.5-6-5.5 6-5.5-6-5.5 6-5.5-6-5.5 6-5.5-6-5.5 6ZM106 42a18 18 0 1 1 0 36 18 18 0 0 1 0-36Z',
    lines: 'M56 28h24M56 40h16M106 52v9l6 4',
    ground: 'M30 14h76',
  },
  search: {
    body: 'M72 14a28 28 0 1 1 0 56 28 28 0 0 1 0-56Z',
    lines: 'M58 42a14 14 0 0 1 14-14',
    ground: 'M94 62l24 22',
  },
  shifts: {
    body: 'M80 14a34 34 0 1 1 0 68 34 34 0 0 1 0-68Z',
    lines: 'M80 28v20l14 8',
    ground: 'M24 90h112',
  },
  stock: {
    body: 'M40 54h30v26H40ZM88 28h22v16H88ZM92 60h28v20H92Z',
    lines: 'M48 62h14M46 44V28h10v16M48 22h6',
    ground: 'M28 44h104M28 80h104',
  },
  stores: {
    body: 'M42 40h76v40H42ZM46 16h68l12 24H34Z',
    lines: 'M54 80V54h20v26M86 54h20v14H86Z',
    ground: 'M24 80h112',
  },
  tables: {
    body: 'M34 30h34v34H34ZM110 30a17 17 0 1 1 0 34 17 17 0 0 1 0-34Z',
    lines: 'M44 22h14M44 72h14M26 40v14M76 40v14M104 22h12M104 72h12M86 41v12M134 41v12',
    ground: 'M24 86h112',
  },
  tickets: {
    body: 'M44 20h30v52l-5-5-5 5-5-5-5 5-5-5-5 5ZM86 20h30v36l-5-5-5 5-5-5-5 5-5-5-5 5Z',
    lines: 'M52 34h14M52 46h10M94 34h14',
    ground: 'M28 18h104',
  },
  waste: {
    body: 'M54 34h52l-5 48H59Z',
    lines: 'M72 46l2 24M88 46l-2 24',
    ground: 'M46 32h68M68 32V22h24v10',
  },
} satisfies Record<string, Drawing>

/** What can be missing. */
export type Picture = keyof typeof drawings
