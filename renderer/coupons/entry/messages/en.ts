export default {
  roomName: {
    coupons: 'Coupons',
  },
}
