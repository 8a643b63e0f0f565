/** Names and limits of the dashboard. Its page uses this file, so it must not import zod. */
export const dashboardDays = [7, 30, 90] as const
export type DashboardDays = (typeof dashboardDays)[number]

/** Free addresses of an access way in a region below which stock counts as low. */
export const lowStock = 5
/** The most online devices that are counted. */
export const countedDevices = 100_000

/** The setup steps before anything can be sold, in order of dependency. */
export const setupSteps = ['category', 'goods', 'region', 'access_way', 'addresses', 'sku', 'price', 'publish'] as const
export type SetupStep = (typeof setupSteps)[number]
export const setupStepWords: Record<SetupStep, { name: string; about: string; menu: string }> = {
  category: { name: '商品分类', about: '至少一个未归档的分类', menu: 'catalogue' },
  goods: { name: '商品', about: '分类下至少一个商品', menu: 'catalogue' },
  region: { name: '地区', about: '至少一个上架的地区', menu: 'regions' },
  access_way: { name: '接入方式', about: '至少一种未归档的接入方式', menu: 'access-ways' },
  addresses: { name: '地址', about: '库存里有空闲的地址', menu: 'addresses' },
  sku: { name: '规格', about: '商品有一个地区与接入方式的规格，且该处有空闲地址', menu: 'catalogue' },
  price: { name: '套餐与价格', about: '规格有价格，分类有未停用的套餐', menu: 'catalogue' },
  publish: { name: '上架', about: '规格与商品都已上架，客户可以购买', menu: 'catalogue' },
}
