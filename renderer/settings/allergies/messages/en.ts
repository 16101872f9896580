export default {
  allergySetup: {
    word: 'Your word',
    wordHint:
      'Kiwi also finds kiwis. A * at the end stands for any ending: lact*. Several words must follow each other.',
    add: 'Add',
    own: 'Your words',
    none: 'You have no words of your own. Kitchen Pass knows the words below.',
    remove: 'Remove {word}',
    unfit: 'Use 2 to 40 letters. Digits don’t work, and a * only at the end.',
    known: '“{word}” is already in your list.',
    full: 'That is the most: {n} words. Remove one to add another.',
    builtIn: 'Words that Kitchen Pass knows',
    anyEnding: 'A * stands for any ending. Accents, capitals and plurals make no difference.',
  },
  allergyKinds: {
    always: 'Always',
    named: 'When a guest names it',
    refused: 'When a guest refuses it',
    refusals: 'Words that refuse',
  },
}
