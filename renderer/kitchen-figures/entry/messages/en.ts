export default {
  roomName: {
    kitchenFigures: 'Performance',
  },
}
