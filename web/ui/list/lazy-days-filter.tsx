import { type ComponentProps, lazy, Suspense } from 'react'

const DaysFilter = lazy(async () => ({ default: (await import('./days-filter.tsx')).DaysFilter }))

/** The days filter with its calendar, loaded after the page; a placeholder keeps its space. */
export const LazyDaysFilter = (props: ComponentProps<typeof DaysFilter>) => (
  <Suspense fallback={<span className="days-filter" />}>
    <DaysFilter {...props} />
  </Suspense>
)
