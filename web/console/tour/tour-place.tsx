import './tour.css'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { paths } from '#contract/paths.ts'
import { plainPath } from '#web/data/plain-path.ts'
import { store } from '#web/data/store.ts'
import { useStore } from '#web/data/use-store.ts'
import { Button } from '#web/ui/button.tsx'
import { onDemandPart } from '#web/ui/lazy-part.tsx'
import { useMedia } from '#web/ui/use-media.ts'
import { endTour } from './end-tour.ts'

const Tour = onDemandPart(async () => (await import('./tour.tsx')).Tour, { closeOf: ({ end }) => end })

/** Offers the tour at the first entry, beside the page, and shows it on request. */
export function TourPlace() {
  const tour = useStore(state => state.tour)
  const home = plainPath(useLocation().pathname) === paths.company
  if (tour === 'running') return <Tour end={endTour} />
  return tour === 'offered' && home ? <Offer /> : null
}

/** The offer is made once: a user who moves to another page without answering is not disturbed again. */
function Offer() {
  const hasKeys = !useMedia('(pointer: coarse)')
  useEffect(
    () => () => {
      if (store.get().tour === 'offered') endTour()
    },
    [],
  )
  return (
    <aside className="tour-card tour-offer" aria-labelledby="tour-offer-title">
      <h2 id="tour-offer-title">第一次用控制台？</h2>
      <p>
        用一分钟看看各处在哪里。以后{hasKeys ? '按 ? 打开帮助，或在“搜索与命令”里，都能' : '在“搜索与命令”里能'}再看。
      </p>
      <div className="row">
        <Button size="small" onClick={endTour}>
          不用了
        </Button>
        <Button size="small" look="primary" onClick={() => store.set({ tour: 'running' })}>
          开始导览
        </Button>
      </div>
    </aside>
  )
}
