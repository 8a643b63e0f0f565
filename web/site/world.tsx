import type { SiteRegion } from '#contract/site.ts'
import { arc, dots, origin, project, round } from '#web/ui/world/geometry.ts'
import { world } from '#web/ui/world/world.generated.ts'

/**
 * The world map: land as dots, without borders, a node for each region on sale, and an arc to each from China. Land and
 * arcs are two stacked drawings, so that unveiling the arcs does not repaint the land.
 */
export function World({ regions }: { regions: SiteRegion[] }) {
  const home = project(origin)
  const nodes = regions.map(region => ({ region, place: project(region) }))
  const box = `0 0 ${world.width} ${world.height}`
  return (
    <div className="world" role="img" aria-label={`节点分布：${regions.map(region => region.city).join('、')}`}>
      <svg className="world-land" viewBox={box} aria-hidden="true">
        <pattern id="dots" width="8" height="14" patternUnits="userSpaceOnUse" patternTransform="translate(-4 -3.5)">
          {dots.map(([x, y]) => (
            <circle key={x} cx={x} cy={y} r="1.6" />
          ))}
        </pattern>
        <path d={world.land} stroke="url(#dots)" strokeWidth="7" />
      </svg>
      <svg className="world-live" viewBox={box} aria-hidden="true">
        <g className="world-arcs">
          {nodes.map(({ region, place }) => (
            <path key={region.code} d={arc(home, place)} />
          ))}
        </g>
        <g className="world-nodes">
          {nodes.map(({ region, place }) => (
            <circle key={region.code} cx={round(place.x)} cy={place.y} r="4">
              <title>{`${region.country} · ${region.city}`}</title>
            </circle>
          ))}
        </g>
        <circle className="world-halo" cx={round(home.x)} cy={home.y} r="11" />
        <circle className="world-home" cx={round(home.x)} cy={home.y} r="5" />
      </svg>
    </div>
  )
}
