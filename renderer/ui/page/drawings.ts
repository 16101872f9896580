/** A drawing of 160 by 96: its body is filled, its lines have the accent, its ground is quiet. */
export interface Drawing {
  body: string
  lines: string
  ground: string
}

/** Nothing in the kitchen, or not yet: the only drawing of the first view. */
export const dome: Drawing = {
  body: 'M38 72a42 34 0 0 1 84 0Z',
  lines: 'M52 64c3-9 10-15 19-18',
  ground: 'M24 72h112M40 80h80',
}
