import './line-map.css'
import type { ReactNode } from 'react'
import type { OutputOf } from '#contract/index.ts'
import { useRemembered } from '#web/data/use-call.ts'
import { useReloadOnChange } from '#web/data/use-reload-on-change.ts'
import { DotMap } from '#web/ui/dot-map.tsx'
import { count, placeName } from '#web/ui/format.ts'

type Region = OutputOf<'getVplMap'>['list'][number]

interface PlacesProps {
  /** A region's id; null if a click opens another page. */
  chosen: string | null | undefined
  choose: (regionId: string) => void
}

interface LinePlacesProps extends PlacesProps {
  /** Increases when lines have changed. */
  round: number
}

/** The regions of the company's lines in one row; a click selects one. */
export function LinePlaces({ round, ...choice }: LinePlacesProps) {
  const { data, reload } = useRegions()
  useReloadOnChange(round, reload)
  return data?.list.length ? <Places regions={data.list} {...choice} /> : null
}

interface LineMapProps {
  open: (regionId: string) => void
  /** Replaces the map when there are no lines. */
  none: ReactNode
}

/** The regions of the company's lines, as a map and as a list. */
export function LineMap({ open, none }: LineMapProps) {
  const { data, refused } = useRegions()
  if (!data) return refused ? null : <div className="line-map line-map-wait" aria-hidden="true" />
  const regions = data.list
  if (!regions.length) return none
  const all = regions.reduce((sum, { lines }) => sum + lines, 0)
  const nodes = regions.map(region => ({
    ...region,
    id: region.region_id,
    look: region.ending || region.unbound ? ('warn' as const) : undefined,
  }))
  return (
    <div className="line-map">
      <DotMap
        nodes={nodes}
        label={`专线分布：${regions.map(({ city, lines }) => `${city} ${lines} 条`).join('，')}`}
        selected={undefined}
        onSelect={open}
        caption={node =>
          node ? (
            <>
              <strong>{placeName(node)}</strong>
              <Figures region={node} />
            </>
          ) : (
            <span>
              {count(all)} 条专线，分布在 {regions.length} 个城市
            </span>
          )
        }
      />
      <Places regions={regions} chosen={null} choose={open} />
    </div>
  )
}

const useRegions = () => useRemembered('getVplMap', {})

const Places = ({ regions, chosen, choose }: PlacesProps & { regions: Region[] }) => (
  <ul className="line-places" aria-label="各城市的专线">
    {regions.map(region => (
      <li key={region.region_id}>
        <button
          type="button"
          aria-pressed={chosen === null ? undefined : region.region_id === chosen}
          onClick={() => choose(region.region_id)}
        >
          <b>{placeName(region)}</b>
          <Figures region={region} />
        </button>
      </li>
    ))}
  </ul>
)

const Figures = ({ region: { lines, unbound, ending } }: { region: Region }) => (
  <span>
    {count(lines)} 条{unbound > 0 && <em> · {count(unbound)} 条待绑定</em>}
    {ending > 0 && <em> · {count(ending)} 条需续费</em>}
  </span>
)
