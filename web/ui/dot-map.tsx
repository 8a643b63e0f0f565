import './dot-map.css'
import { type ReactNode, useState } from 'react'
import { world } from '#web/site/world.generated.ts'
import { arc, origin, placed } from '#web/site/world.tsx'

export interface MapNode {
  id: string
  latitude: number
  longitude: number
  /** hollow: nothing to be had there. warn: something there wants attention. */
  look?: 'hollow' | 'warn'
  /** Left out by a search. */
  faint?: boolean
}

interface DotMapProps<Node extends MapNode> {
  nodes: readonly Node[]
  label: string
  chosen: string | undefined
  choose: (id: string) => void
  /** Below the map: of the node that is pointed at, else of the chosen one. */
  caption: (node: Node | undefined) => ReactNode
}

// As on the public site: a row of dots and, half a step on, the next one.
const dots = [
  [4, 3.5],
  [0, 10.5],
  [8, 10.5],
] as const

/** The world as dots, without borders, with places on it. For the pointer; a list beside it offers the same to the keyboard. */
export function DotMap<Node extends MapNode>({ nodes, label, chosen, choose, caption }: DotMapProps<Node>) {
  const [pointed, setPointed] = useState<string>()
  const home = placed(origin)
  const target = nodes.find(({ id }) => id === chosen)
  return (
    <figure className="dot-map">
      <svg viewBox={`0 40 ${world.width} 420`} role="img" aria-label={label}>
        <pattern
          id="map-dots"
          width="8"
          height="14"
          patternUnits="userSpaceOnUse"
          patternTransform="translate(-4 -3.5)"
        >
          {dots.map(([x, y]) => (
            <circle key={x} cx={x} cy={y} r="1.7" />
          ))}
        </pattern>
        <path d={world.land} stroke="url(#map-dots)" strokeWidth="7" />
        {target && <path className="map-arc" d={arc(home, placed(target))} />}
        <circle className="map-home" cx={home.x} cy={home.y} r="6" />
        {nodes.map(node => {
          const { x, y } = placed(node)
          return (
            // biome-ignore lint/a11y/noStaticElementInteractions: the list offers the same to the keyboard
            <g
              key={node.id}
              className="map-node"
              data-chosen={node.id === chosen ? '' : undefined}
              data-look={node.look}
              data-faint={node.faint ? '' : undefined}
              onClick={() => choose(node.id)}
              onPointerEnter={() => setPointed(node.id)}
              onPointerLeave={() => setPointed(undefined)}
            >
              <circle className="map-hit" cx={x} cy={y} />
              <circle className="map-dot" cx={x} cy={y} />
            </g>
          )
        })}
      </svg>
      <figcaption>{caption(nodes.find(({ id }) => id === (pointed ?? chosen)))}</figcaption>
    </figure>
  )
}
