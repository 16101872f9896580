export default {
  ownStation: {
    rest: 'Everything else',
    whole: 'Whole kitchen',
    more: '+{n} at {name}',
    doneAt: '{name} ✓',
    allergy: 'Allergy there: {text}',
    choose: 'What this screen shows',
    chooseText: 'Choose one station or several. Without any, it shows every order whole.',
    shows: 'This screen shows {names}',
    filter: 'Only {names}',
    stateNew: '{name}: to make',
    stateStarted: '{name}: started {time}',
    stateDone: '{name}: done {time}',
    by: '{text}, {name}',
  },
}
