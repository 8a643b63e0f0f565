import type { OutputOf } from '#contract/index.ts'
import { ExpiryChart } from './expiry-chart.tsx'
import { DeviceBars, PeopleRing } from './share-charts.tsx'

/** Everything that needs ECharts, in a file of its own. */
export type ChartName = 'expiries' | 'people' | 'devices'

export function CompanyChart({ name, data }: { name: ChartName; data: OutputOf<'getCompanyData'> }) {
  if (name === 'expiries') return <ExpiryChart data={data} />
  return name === 'people' ? <PeopleRing employees={data.employees} /> : <DeviceBars devices={data.devices} />
}
