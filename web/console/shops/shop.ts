import { shopPlatformNames, shopPlatforms, shopStateNames } from '#contract/connection-names.ts'
import type { OutputOf } from '#contract/index.ts'

export type Shop = OutputOf<'getShopList'>['list'][number]

export const shopLooks = {
  active: { word: shopStateNames.active, tone: 'good' },
  closed: { word: shopStateNames.closed, tone: 'idle' },
} as const

export const shopLabel = ({ platform, name }: Pick<Shop, 'platform' | 'name'>) =>
  `${shopPlatformNames[platform]} ${name}`

export const platformOptions = shopPlatforms.map(value => ({ value, label: shopPlatformNames[value] }))

export type ShopAct = 'bind' | 'unbind' | 'close' | 'open'

/** Reports whether an act would change a shop. Binding always may, because its line is chosen afterwards. */
export const wouldChange: Record<ShopAct, (shop: Shop) => boolean> = {
  bind: () => true,
  unbind: ({ svp_id }) => svp_id !== null,
  close: ({ state }) => state === 'active',
  open: ({ state }) => state === 'closed',
}
