export default {
  help: {
    back: 'Back',
    contents: 'All topics',
    inEnglish: 'Help is in English.',
    tour: 'Take the tour',
  },
}
