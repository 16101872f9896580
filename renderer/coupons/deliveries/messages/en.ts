export default {
  deliveryTrouble: {
    'coupon-change-refused':
      'The platform rejected this change | The platform rejected changes to {n} coupons',
    'coupon-change-unknown':
      'The change may have been sent. Compare the coupon, then decide. | Changes to {n} coupons may have been sent',
  },
  deliveryChoice: {
    'coupon-change-dismiss': 'Discard my change | Discard {n} changes',
  },
  deliveryName: {
    'coupon-change': 'A coupon',
  },
}
