import type { OutputOf } from '#contract/index.ts'
import { DeviceBars, PeopleRing } from './share-charts.tsx'

/** Everything that needs ECharts, in a file of its own. */
export type ChartName = 'people' | 'devices'

export function CompanyChart({ name, data }: { name: ChartName; data: OutputOf<'getCompanyData'> }) {
  return name === 'people' ? <PeopleRing employees={data.employees} /> : <DeviceBars devices={data.devices} />
}
