export default {
  updates: {
    failed: 'Couldn’t load the updates',
    loading: 'Loading…',
    running: 'Version {version}',
    changes: 'What changed',
    how: 'How updates work',
    byHand:
      'This installation doesn’t update itself. Whoever installed Kitchen Pass installs newer versions.',
    never: 'Kitchen Pass looks for newer versions by itself, when the kitchen is quiet.',
    look: 'Look for updates',
    searching: 'Looking for updates…',
    newest: 'This is the newest version',
    looked: 'Last checked {age}',
    found: 'Version {version} is available',
    tells: 'Ask IT to install it. This installation doesn’t update itself.',
    download: 'Download',
    downloading: 'Downloading version {version}: {percent} %',
    ready: 'Version {version} is ready',
    blocked:
      '{n} ticket is open. Nothing is installed while a ticket is open. | {n} tickets are open. Nothing is installed while a ticket is open.',
    now: 'Kitchen Pass restarts with it in a moment.',
    installNow: 'Install now',
    ask: 'Install version {version} now?',
    askText:
      'All screens close and come back in about a minute. Orders that arrive meanwhile are on the wall after the restart.',
    notNow: 'Not now',
    installing: 'Installing version {version}. Kitchen Pass restarts in a moment.',
    ticketCame: 'A ticket is open now, so nothing was installed.',
    noLonger: 'The update is no longer ready. Look again.',
    gaveUp: 'Version {version} couldn’t be installed',
    gaveUpText:
      'Three tries failed. This version continues to work, and Kitchen Pass waits for the next one. Ask IT, or look again.',
    notInstalled:
      'Version {version} was not installed. This version continues to work, and Kitchen Pass tries again at the next good time.',
    gotIt: 'Got it',
    tryAgain: 'Try again',
  },
  updateWaits: {
    'next-start':
      'It is installed within ten minutes of the next start of Kitchen Pass, if no ticket is open.',
    'set-time': 'It is installed at {time}, if no ticket is open.',
    'tickets-open': 'It is installed once no ticket is open.',
    'changes-unsent': 'It is installed once all changes are sent to the platform.',
    'orders-unknown': 'It is installed once Kitchen Pass knows that there are no new orders.',
    busy: 'It is installed once nothing has happened for a minute.',
  },
  updateFaults: {
    unreachable: 'Couldn’t reach the update server. Check the internet connection.',
    unreadable:
      'The update server gave an answer that makes no sense. A sign-in page of the network can do that. If it happens again, ask IT.',
    damaged:
      'The update arrived damaged, so it was deleted. Kitchen Pass downloads it again. If it happens again, ask IT.',
    'not-signed':
      'The update isn’t signed by the maker of Kitchen Pass, so it was refused. Don’t install it by hand. Ask IT.',
    'no-room': 'The disk is full. Free some space, then try again.',
    'not-started': 'The update couldn’t be installed. This version continues to work.',
    unknown: 'The update failed. This version continues to work. The log has the reason.',
  },
}
