export default {
  alerts: {
    guesses: 'Wrong PINs on {screen}',
    guessesText:
      '{n} wrong PIN. After five, only that screen is locked for a while. | {n} wrong PINs. After five, only that screen is locked for a while.',
    noName: 'an unnamed screen',
    printerAway: '{printer} can’t be reached',
    printerNoPaper: '{printer} has no paper',
    printerCoverOpen: 'The cover of {printer} is open',
    printerPaused: '{printer} is paused',
    printAnyway: 'Print anyway',
    paperWaits: '{n} waiting to print | {n} waiting to print',
  },
  opening: {
    title: 'The restaurant opens at {time}.',
    opened: 'The restaurant opened at {time}.',
    still:
      '{n} item is still sold out until further notice. | {n} items are still sold out until further notice.',
    backAll: 'Put all back on sale',
    choose: 'Choose…',
    leave: 'Keep sold out',
  },
}
