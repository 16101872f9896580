export default {
  practice: {
    title: 'Practice store',
    text: 'These orders are made up. Try anything.',
    connect: 'Connect your store',
  },
}
