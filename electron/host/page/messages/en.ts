/** The texts of the page that replaces the screens, and of its line in a terminal. */
export default {
  again: 'Try again',
  byItself: 'This page tries again automatically.',
  soon: 'The orders come back in a moment.',
  folder: 'Data folder',
  log: 'Log',
  host: 'Kitchen computer',
  troubles: {
    'in-use': {
      title: 'Kitchen Pass is already open',
      advice:
        'Another Kitchen Pass on this computer is using the data. Use that one, or close it and this one will open.',
    },
    'store-in-use': {
      title: 'Another Kitchen Pass on this computer runs this store',
      advice:
        'For example, another user of this computer has it open. Nothing is printed or sent from here, so that nothing happens twice. Use the other one, or close it there and this one will open.',
    },
    'no-writing': {
      title: 'Kitchen Pass can’t write to its data folder',
      advice:
        'Allow the person who starts Kitchen Pass to write to this folder. If the folder is on a drive that is locked or unplugged, unlock the drive or plug it in.',
    },
    'no-file': {
      title: 'A folder has the name of the database',
      advice:
        'In the data folder, open the folder of the store. In it, move or rename the folder whose name ends in .sqlite. Then start Kitchen Pass again.',
    },
    'no-folder': {
      title: 'Kitchen Pass can’t create its data folder',
      advice:
        'A file has the name of the data folder or of a folder in its path. Move or rename that file.',
    },
    'full-disk': {
      title: 'The disk is full',
      advice:
        'Free up some space: empty the trash or move large files elsewhere. Your saved data is safe.',
    },
    'failing-disk': {
      title: 'The disk isn’t working properly',
      advice:
        'Check its cable, if it has one, and call the person who looks after this computer. Your data was not changed.',
    },
    'host-away': {
      title: 'The kitchen computer doesn’t answer',
      advice:
        'Check that it is on, that Kitchen Pass is open there, and that both computers are on the same network. This screen also looks for it at other addresses. To use this computer by itself, open the menu (Alt on Windows) and stop being a screen.',
    },
    unknown: {
      title: 'Kitchen Pass can’t start',
      advice: 'The log shows the reason. Send it to support.',
    },
    'page-gone': {
      title: 'This screen stopped several times',
      advice:
        'Orders still arrive and are saved. If this screen stops again, restart the computer and send the log to support.',
    },
    'page-hung': {
      title: 'This screen stopped responding',
      advice: 'It was restarted. Orders kept arriving in the meantime.',
    },
    restarted: {
      title: 'Kitchen Pass had to restart',
      advice: 'Something went wrong. Your saved data is safe.',
    },
    'crash-loop': {
      title: 'Kitchen Pass stopped five times in a few minutes',
      advice:
        'It no longer restarts automatically. If it stops again, restart the computer and send the log to support.',
    },
  },
}
