import type { SiteFrame, SitePage } from '#contract/site.ts'
import { Advantages } from '../home/advantages.tsx'
import { Contact } from '../home/contact.tsx'
import { Hero } from '../home/hero.tsx'
import { Prices } from '../home/prices.tsx'
import { Problems } from '../home/problems.tsx'
import { Route } from '../home/route.tsx'
import { sampleLines } from '../home/samples.ts'
import { Strength } from '../home/strength.tsx'
import { Trust } from '../home/trust.tsx'
import { cityOffers, isOpen } from '../prices.ts'
import { organization, priced } from '../structured.ts'
import { TrialDialog } from '../trial-dialog.tsx'

type Home = Extract<SitePage, { kind: 'home' }>

export const homeMeta = (page: Home, frame: SiteFrame) => ({
  title: '给跨境团队的专属原生 IP',
  description:
    '为跨境电商、直播社媒与海外办公团队提供专属原生 IP：一条线路绑定一个当地地址，只归一家企业使用。各城市、接入方式的价格与退换规则都写在页面上。',
  keywords: '专属IP,原生IP,出海网络,虚拟专线,跨境电商网络,直播专线,一键组网',
  structured: [organization(frame), ...priced(page, frame)],
})

export function HomePage({ page, frame }: { page: Home; frame: SiteFrame }) {
  const cities = cityOffers(page).filter(isOpen)
  const lines = sampleLines(cities)
  return (
    <>
      <Hero page={page} frame={frame} lines={lines} />
      <Route line={lines[0]} />
      <Problems cities={cities.length} />
      <Advantages lines={lines} frame={frame} />
      <Prices page={page} />
      <Trust page={page} frame={frame} />
      <Strength />
      <Contact frame={frame} />
      <TrialDialog frame={frame} />
    </>
  )
}
