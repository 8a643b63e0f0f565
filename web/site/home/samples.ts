import { type CityOffer, shortName } from '../prices.ts'

/**
 * The contents of the drawn console and client. Addresses are from the blocks that RFC 5737 reserves for documentation, so that
 * they belong to no one; cities are those on sale.
 */
export const sampleAddresses = ['203.0.113.24', '203.0.113.57', '203.0.113.86'] as const

const uses = [
  { use: '店铺 A', team: '北美站组', address: '203.0.113.24' },
  { use: '店铺 B', team: '欧洲站组', address: '198.51.100.18' },
  { use: '直播间', team: '直播组', address: '192.0.2.45' },
  { use: '投放后台', team: '投放组', address: '198.51.100.73' },
] as const

export interface SampleLine {
  name: string
  city: string
  team: string
  address: string
}

/** Returns one line for each continent on sale, named as a company would; without cities only by their use. */
export function sampleLines(offers: CityOffer[]): SampleLine[] {
  const firsts = [...Map.groupBy(offers, offer => offer.region.continent).values()].flatMap(([first]) => first ?? [])
  return uses.map(({ use, team, address }, index) => {
    const region = firsts[index]?.region
    const city = region ? shortName(region) : ''
    return { name: city ? `${city} · ${use}` : use, city, team, address }
  })
}
