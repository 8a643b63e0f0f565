import { DotMap } from '#web/ui/dot-map.tsx'
import { count, placeName, yuan } from '#web/ui/format.ts'
import type { Place } from './places.ts'

interface RegionMapProps {
  places: readonly Place[]
  /** Codes of the regions that match the search. */
  matching: ReadonlySet<string>
  chosen: string | undefined
  choose: (code: string) => void
}

/** The regions on sale on a map; the list beside it offers the same to keyboard users. */
export function RegionMap({ places, matching, chosen, choose }: RegionMapProps) {
  const nodes = places.map(({ region, stock, from }) => ({
    ...region,
    stock,
    from,
    id: region.code,
    look: stock === 0 ? ('hollow' as const) : undefined,
    faint: !matching.has(region.code),
  }))
  return (
    <DotMap
      nodes={nodes}
      label={`节点分布，共 ${places.length} 个城市`}
      selected={chosen}
      onSelect={choose}
      caption={node =>
        node ? (
          <>
            <strong>{placeName(node)}</strong>
            <span>
              {yuan(node.from)} 起 · {node.stock ? `可售 ${count(node.stock)} 条` : '暂时售罄'}
            </span>
          </>
        ) : (
          <span>点击节点，或在列表中选择</span>
        )
      }
    />
  )
}
