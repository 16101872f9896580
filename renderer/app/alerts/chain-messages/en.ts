export default {
  chainAlerts: {
    soldOut: 'The chain sold out {name}',
    wantsSoldOut: 'The chain wants {name} sold out',
    onSale: 'The chain put {name} back on sale',
    wantsOnSale: 'The chain wants {name} back on sale',
    onSaleUnnamed: 'The chain put items back on sale',
    wantsOnSaleUnnamed: 'The chain wants items back on sale',
    profile: 'The chain changed settings',
    wantsProfile: 'The chain wants to change settings',
  },
}
