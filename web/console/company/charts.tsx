import type { OutputOf } from '#contract/index.ts'
import { DeviceBars, PeopleRing } from './share-charts.tsx'

/** All code that needs ECharts, in a chunk of its own. */
export type ChartName = 'people' | 'devices'

export function CompanyChart({ name, data }: { name: ChartName; data: OutputOf<'getCompanyData'> }) {
  return name === 'people' ? <PeopleRing employees={data.employees} /> : <DeviceBars devices={data.devices} />
}
