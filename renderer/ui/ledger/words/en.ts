/** The words of what is read between two days. */
export const en = {
  reading: {
    span: 'Days',
    today: 'Today',
    yesterday: 'Yesterday',
    week: '7 days',
    month: '30 days',
    from: 'From',
    to: 'Until',
    backwards: 'The last day is before the first.',
    reading: 'Reading…',
    pageOf: 'Reading page {page} of {pages}',
    page: 'Reading page {page}',
    soFar: '{n} so far | {n} so far',
    cancel: 'Stop',
    cancelled: 'Stopped: what you see is not all of it.',
    stopped: '{why} What you see is not all of it.',
    resume: 'Go on',
    again: 'Read again',
    full: 'There is more than can be read at once. Choose fewer days.',
    incomplete: 'The list moved while it was read, so something may be missing. Read it again.',
    leftOut:
      '{n} entry could not be read and is missing here. | {n} entries could not be read and are missing here.',
    outside:
      '{n} entry of other days came along and is left out. | {n} entries of other days came along and are left out.',
    forgotten: 'This was read a while ago and is not kept any more.',
    offline: 'This screen has lost its kitchen: what you see may be old.',
  },
}
