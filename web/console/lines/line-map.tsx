import type { ReactNode } from 'react'
import { DotMap } from '#web/ui/dot-map.tsx'
import { count } from '#web/ui/format.ts'
import { useCall } from '#web/ui/use-call.ts'

interface LineMapProps {
  /** A region's id. */
  chosen: string | undefined
  choose: (regionId: string) => void
  /** Instead of a map without lines. */
  none?: ReactNode
}

/** Where the company's lines end; a click chooses the place. */
export function LineMap({ chosen, choose, none = null }: LineMapProps) {
  const regions = useCall('getVplMap', {}, { quiet: true }).data?.list
  if (!regions) return null
  if (!regions.length) return none
  const all = regions.reduce((sum, { lines }) => sum + lines, 0)
  const nodes = regions.map(region => ({
    ...region,
    id: region.region_id,
    look: region.ending || region.unbound ? ('warn' as const) : undefined,
  }))
  return (
    <DotMap
      nodes={nodes}
      label={`专线分布：${regions.map(({ city, lines }) => `${city} ${lines} 条`).join('，')}`}
      chosen={chosen}
      choose={choose}
      caption={node =>
        node ? (
          <>
            <strong>
              {node.country} · {node.city}
            </strong>
            <span>
              {count(node.lines)} 条{node.unbound > 0 && ` · ${node.unbound} 条待绑定`}
              {node.ending > 0 && ` · ${node.ending} 条即将到期或已到期`}
            </span>
          </>
        ) : (
          <span>
            {count(all)} 条专线，分布在 {regions.length} 个城市
          </span>
        )
      }
    />
  )
}
