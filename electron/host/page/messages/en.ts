export const en = {
  again: 'Try again',
  byItself: 'This page tries again by itself.',
  soon: 'The queue comes back by itself in a moment.',
  folder: 'Data folder',
  log: 'Log',
  troubles: {
    newer: {
      title: 'This data is from a newer Kitchen Pass',
      advice:
        'A newer version has worked with it, and this one would not understand all of it. Install the newest Kitchen Pass and start it again. Nothing in the data was changed.',
    },
    'in-use': {
      title: 'Kitchen Pass is already open',
      advice:
        'Another Kitchen Pass on this computer has the data open. Use that one, or close it: then it opens here.',
    },
    'no-writing': {
      title: 'The data folder cannot be written to',
      advice:
        'Give the person who starts Kitchen Pass the right to write in this folder. If it is on a drive that is locked or unplugged, unlock it or plug it in.',
    },
    'no-file': {
      title: 'A folder is in the place of the database',
      advice:
        'Move or rename the folder whose name ends in .sqlite inside the data folder, then start Kitchen Pass again.',
    },
    'no-folder': {
      title: 'There is no folder for the data',
      advice:
        'Something else has the name that the data folder, or a folder inside it, should have. Move it away or rename it.',
    },
    'full-disk': {
      title: 'The disk is full',
      advice:
        'Make room on it: empty the bin, move large files away. Nothing that was kept is lost.',
    },
    'failing-disk': {
      title: 'The disk reports errors',
      advice:
        'Check its cable if it has one, and call whoever looks after this computer. The data was left as it is.',
    },
    unknown: {
      title: 'Kitchen Pass cannot start',
      advice: 'The reason is in the log. Send it to support.',
    },
    'page-gone': {
      title: 'This screen stopped several times',
      advice:
        'Orders still come in and are kept. If it stops again, restart the computer, and send the log to support.',
    },
    'page-hung': {
      title: 'This screen did not answer',
      advice: 'It was started again. Orders kept coming in meanwhile.',
    },
    restarted: {
      title: 'Kitchen Pass had to restart',
      advice: 'It met an error that it could not go on with. What was kept is there.',
    },
    'crash-loop': {
      title: 'Kitchen Pass stopped five times in a few minutes',
      advice:
        'It does not start by itself any more. If it stops again, restart the computer, and send the log to support.',
    },
  },
}
