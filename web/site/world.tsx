import type { SiteRegion } from '#contract/site.ts'
import { world } from './world.generated.ts'

// Where the arcs start. One point for the country; it names no office of anyone.
export const origin = { latitude: 31.2, longitude: 121.5 }

interface Place {
  x: number
  y: number
}

const round = (value: number) => Math.round(value * 10) / 10

export function placed({ latitude, longitude }: { latitude: number; longitude: number }): Place {
  return {
    x: round(((((longitude - world.west) % 360) + 360) % 360) * world.unitsPerLongitude),
    y: round((world.top - latitude) * world.unitsPerLatitude),
  }
}

/** A bow that rises with the distance. */
export function arc(from: Place, to: Place): string {
  const distance = Math.hypot(to.x - from.x, to.y - from.y)
  const lift = Math.min(110, 14 + distance * 0.24)
  const top = Math.min(from.y, to.y) + Math.abs(from.y - to.y) / 2 - lift
  return `M${round(from.x)} ${from.y}Q${round((from.x + to.x) / 2)} ${round(top)} ${round(to.x)} ${to.y}`
}

/** A row of dots and, half a step on, the next one; circles on the tile's edge are completed by its neighbour. */
const dots = [
  [4, 3.5],
  [0, 10.5],
  [8, 10.5],
] as const

/**
 * Land as dots, without borders; nodes are the regions that can be bought, arcs lead to each from China. Two drawings on each
 * other, so that unveiling the arcs does not paint the land again.
 */
export function World({ regions }: { regions: SiteRegion[] }) {
  const home = placed(origin)
  const nodes = regions.map(region => ({ region, place: placed(region) }))
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
