import type { SiteRegion } from '#contract/site.ts'
import { world } from './world.generated.ts'

// Where the arcs start. One point for the country; it names no office of anyone.
const origin = { latitude: 31.2, longitude: 121.5 }

interface Place {
  x: number
  y: number
}

const round = (value: number) => Math.round(value * 10) / 10

function placed({ latitude, longitude }: { latitude: number; longitude: number }): Place {
  return {
    x: round((((longitude - world.west) % 360) + 360) % 360) * world.unitsPerLongitude,
    y: round((world.top - latitude) * world.unitsPerLatitude),
  }
}

/** A bow that rises with the distance. */
function arc(from: Place, to: Place): string {
  const distance = Math.hypot(to.x - from.x, to.y - from.y)
  const lift = Math.min(110, 14 + distance * 0.24)
  const top = Math.min(from.y, to.y) + Math.abs(from.y - to.y) / 2 - lift
  return `M${round(from.x)} ${from.y}Q${round((from.x + to.x) / 2)} ${round(top)} ${round(to.x)} ${to.y}`
}

/** Land as dots, without borders; nodes are the regions that can be bought, arcs lead to each from China. */
export function World({ regions }: { regions: SiteRegion[] }) {
  const home = placed(origin)
  const nodes = regions.map(region => ({ region, place: placed(region) }))
  // The label's anchor: the farthest to the left and right keep their names inside the drawing.
  return (
    <svg
      className="world"
      viewBox={`0 0 ${world.width} ${world.height}`}
      role="img"
      aria-label={`节点分布：${regions.map(region => region.city).join('、')}`}
    >
      <path className="world-land" d={world.land} />
      <g className="world-arcs">
        {nodes.map(({ region, place }) => (
          <path key={region.code} d={arc(home, place)} pathLength="1" />
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
  )
}
