import './dot-map.css'
import { type ReactNode, useState } from 'react'
import { arc, dots, origin, project } from './world/geometry.ts'
import { world } from './world/world.generated.ts'

export interface MapNode {
  id: string
  latitude: number
  longitude: number
  /** `hollow`: nothing is for sale there. `warn`: something there needs attention. */
  look?: 'hollow' | 'warn'
  /** True if the search does not match it. */
  faint?: boolean
}

interface DotMapProps<Node extends MapNode> {
  nodes: readonly Node[]
  label: string
  selected: string | undefined
  onSelect: (id: string) => void
  /** Rendered below the map, for the node under the pointer or otherwise the selected one. */
  caption: (node: Node | undefined) => ReactNode
}

/**
 * The world as dots, without borders, with places on it. It works by pointer only; a list beside it must offer the same to keyboard
 * users.
 */
export function DotMap<Node extends MapNode>({ nodes, label, selected, onSelect, caption }: DotMapProps<Node>) {
  const [hovered, setHovered] = useState<string>()
  const home = project(origin)
  const target = nodes.find(({ id }) => id === selected)
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
        {target && <path className="map-arc" d={arc(home, project(target))} />}
        <circle className="map-home" cx={home.x} cy={home.y} r="6" />
        {nodes.map(node => {
          const { x, y } = project(node)
          return (
            // biome-ignore lint/a11y/noStaticElementInteractions: the list offers the same to the keyboard
            <g
              key={node.id}
              className="map-node"
              data-chosen={node.id === selected ? '' : undefined}
              data-look={node.look}
              data-faint={node.faint ? '' : undefined}
              onClick={() => onSelect(node.id)}
              onPointerEnter={() => setHovered(node.id)}
              onPointerLeave={() => setHovered(undefined)}
            >
              <circle className="map-hit" cx={x} cy={y} />
              <circle className="map-dot" cx={x} cy={y} />
            </g>
          )
        })}
      </svg>
      <figcaption>{caption(nodes.find(({ id }) => id === (hovered ?? selected)))}</figcaption>
    </figure>
  )
}
