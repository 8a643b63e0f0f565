import { useState } from 'react'
import { world } from '#web/site/world.generated.ts'
import { arc, origin, placed } from '#web/site/world.tsx'
import { count, yuan } from '#web/ui/format.ts'
import type { Place } from './places.ts'

// As on the public site: a row of dots and, half a step on, the next one.
const dots = [
  [4, 3.5],
  [0, 10.5],
  [8, 10.5],
] as const

interface RegionMapProps {
  places: readonly Place[]
  /** Codes of those that the search leaves. */
  matching: ReadonlySet<string>
  chosen: string | undefined
  choose: (code: string) => void
}

/** Where lines end, as dots without borders. For the pointer; the list below it offers the same to the keyboard. */
export function RegionMap({ places, matching, chosen, choose }: RegionMapProps) {
  const [pointed, setPointed] = useState<string>()
  const said = places.find(({ region }) => region.code === (pointed ?? chosen))
  const home = placed(origin)
  const target = places.find(({ region }) => region.code === chosen)
  return (
    <figure className="region-map">
      <svg viewBox={`0 40 ${world.width} 420`} role="img" aria-label={`节点分布，共 ${places.length} 个城市`}>
        <pattern
          id="region-dots"
          width="8"
          height="14"
          patternUnits="userSpaceOnUse"
          patternTransform="translate(-4 -3.5)"
        >
          {dots.map(([x, y]) => (
            <circle key={x} cx={x} cy={y} r="1.7" />
          ))}
        </pattern>
        <path d={world.land} stroke="url(#region-dots)" strokeWidth="7" />
        {target && <path className="region-arc" d={arc(home, placed(target.region))} />}
        <circle className="region-home" cx={home.x} cy={home.y} r="6" />
        {places.map(({ region, stock }) => {
          const { x, y } = placed(region)
          return (
            // biome-ignore lint/a11y/noStaticElementInteractions: the list offers the same to the keyboard
            <g
              key={region.code}
              className="region-node"
              data-chosen={region.code === chosen ? '' : undefined}
              data-none={stock === 0 ? '' : undefined}
              data-faint={matching.has(region.code) ? undefined : ''}
              onClick={() => choose(region.code)}
              onPointerEnter={() => setPointed(region.code)}
              onPointerLeave={() => setPointed(undefined)}
            >
              <circle className="region-hit" cx={x} cy={y} />
              <circle className="region-dot" cx={x} cy={y} />
            </g>
          )
        })}
      </svg>
      <figcaption>
        {said ? (
          <>
            <strong>
              {said.region.country} · {said.region.city}
            </strong>
            <span>
              {yuan(said.from)} 起 · {said.stock ? `可售 ${count(said.stock)} 条` : '暂时售罄'}
            </span>
          </>
        ) : (
          <span>点击节点，或在下面的列表中选择</span>
        )}
      </figcaption>
    </figure>
  )
}
