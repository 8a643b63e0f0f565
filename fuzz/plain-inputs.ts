import { Placeholder } from './known-facts.ts'

const known = (name: string) => new Placeholder('known', name, 0)
const purchase = {
  kind: 'purchase',
  items: [{ sku_id: known('sku_id'), package_type_id: known('package_type_id'), quantity: 1 }],
}
const figures = { from: '2026-01', to: '2026-10' }

/**
 * Inputs of calls whose fields depend on each other, which fields generated one by one rarely satisfy. Some requests are made of
 * these.
 */
export const plainInputs: Record<string, object> = {
  quoteOrder: purchase,
  getUsableCoupon: purchase,
  saveProposal: { ...purchase, company_id: known('company_id'), valid_days: 7 },
  setDirectory: { source: 'scim', owns: [], leaver: 'disable', successor: 'none', successor_id: null },
  // Facts of payments name their channel `gateway`, too.
  addAddresses: {
    region_id: known('region_id'),
    access_way_id: known('access_way_id'),
    range: known('range'),
    gateway: 'gw.example.com',
  },
  setAddressGateway: { address_ids: [known('address_id')], gateway: 'gw2.example.com' },
  getFigures: figures,
  exportFigures: figures,
}
