import { paths } from '#contract/paths.ts'
import { placeName } from '#web/ui/format.ts'
import { arc, dots, origin, project, round } from '#web/ui/world/geometry.ts'
import { world } from '#web/ui/world/world.generated.ts'
import { Icon } from './icons.tsx'
import { type CityOffer, isOpen, shortName, wayText } from './prices.ts'

/** Returns the price page with this city in the calculator, or nothing for a city where nothing is on sale. */
const calculatorOf = (offer: CityOffer) =>
  isOpen(offer) ? `${paths.product}?region=${offer.region.code}#calculator` : undefined

const describeCity = ({ region, ways }: CityOffer) =>
  [placeName(region), ...ways.map(way => `${way.name} ${wayText(way)}`)].join('，')

const tip = { width: 214, row: 22, head: 34 }

/** Opens towards the middle of the map, so that it never leaves the drawing. */
function Tip({ offer, x, y }: { offer: CityOffer; x: number; y: number }) {
  const height = tip.head + Math.max(1, offer.ways.length) * tip.row + 8
  const left = x + 12 + tip.width > world.width ? x - 12 - tip.width : x + 12
  const top = y + height > world.height ? y - height + 14 : y - 14
  return (
    <g className="tip" transform={`translate(${round(left)} ${round(top)})`}>
      <rect width={tip.width} height={height} rx="8" />
      <text className="tip-city" x="14" y="24">
        {placeName(offer.region)}
      </text>
      {offer.ways.map((way, index) => (
        <g key={way.name} transform={`translate(0 ${tip.head + 14 + index * tip.row})`}>
          <text x="14">{way.name}</text>
          <text className="tip-price" x={tip.width - 14}>
            {wayText(way)}
          </text>
        </g>
      ))}
      {offer.ways.length ? null : (
        <text x="14" y={tip.head + 14}>
          暂未开放
        </text>
      )}
    </g>
  )
}

interface Node {
  offer: CityOffer
  x: number
  y: number
}

interface Label {
  x: number
  y: number
  anchor: 'start' | 'end'
}

/**
 * Places a name beside each node that has room for it: to its right or left, clear of the other nodes and of names placed before.
 * The other nodes show theirs on hover.
 */
function labels(nodes: Node[]): Map<string, Label> {
  const height = 16
  const taken = nodes.map(({ x, y }) => ({ left: x - 6, right: x + 6, top: y - 6, bottom: y + 6 }))
  const found = new Map<string, Label>()
  for (const { offer, x, y } of nodes) {
    const width = [...shortName(offer.region)].length * 12.5
    for (const anchor of ['start', 'end'] as const) {
      const left = anchor === 'start' ? x + 8 : x - 8 - width
      const box = { left, right: left + width, top: y - height / 2, bottom: y + height / 2 }
      const free = taken.every(
        each => box.left > each.right || box.right < each.left || box.top > each.bottom || box.bottom < each.top,
      )
      if (!free || box.left < 0 || box.right > world.width) continue
      taken.push(box)
      found.set(offer.region.code, { x: anchor === 'start' ? x + 9 : x - 9, y: y + 4.5, anchor })
      break
    }
  }
  return found
}

/**
 * The world map: land as dots, without borders, a link for each city on sale, and an arc to each from China. Land and
 * arcs are two stacked drawings, so that unveiling the arcs does not repaint the land.
 */
export function World({ offers }: { offers: CityOffer[] }) {
  const home = project(origin)
  const nodes = offers.map(offer => ({ offer, ...project(offer.region) }))
  const names = labels(nodes)
  const box = `0 0 ${world.width} ${world.height}`
  return (
    <nav className="world" aria-label="节点城市">
      <svg className="world-land" viewBox={box} aria-hidden="true">
        <pattern id="dots" width="8" height="14" patternUnits="userSpaceOnUse" patternTransform="translate(-4 -3.5)">
          {dots.map(([x, y]) => (
            <circle key={x} cx={x} cy={y} r="1.6" />
          ))}
        </pattern>
        <path d={world.land} stroke="url(#dots)" strokeWidth="7" />
      </svg>
      {/* biome-ignore lint/a11y/noSvgWithoutTitle: its links have names of their own */}
      <svg className="world-live" viewBox={box}>
        <g className="world-arcs">
          {nodes.map(({ offer, x, y }) => (
            <path key={offer.region.code} d={arc(home, { x, y })} />
          ))}
        </g>
        <circle className="world-halo" cx={round(home.x)} cy={home.y} r="11" />
        <circle className="world-home" cx={round(home.x)} cy={home.y} r="5" />
        <g className="world-nodes">
          {nodes.map(({ offer, x, y }) => {
            const name = names.get(offer.region.code)
            return (
              <a
                key={offer.region.code}
                href={calculatorOf(offer)}
                aria-label={isOpen(offer) ? describeCity(offer) : undefined}
                data-city={isOpen(offer) ? '' : undefined}
              >
                <circle className="hit" cx={round(x)} cy={y} r="9" />
                <circle className="dot" cx={round(x)} cy={y} r="4.2" />
                {name ? (
                  <text className="city-name" x={round(name.x)} y={round(name.y)} textAnchor={name.anchor}>
                    {shortName(offer.region)}
                  </text>
                ) : null}
                <Tip offer={offer} x={x} y={y} />
              </a>
            )
          })}
        </g>
      </svg>
    </nav>
  )
}

/** The same cities as a list by continent, for windows where the map would be too small to hit. */
export function CityList({ offers }: { offers: CityOffer[] }) {
  const continents = [...Map.groupBy(offers, offer => offer.region.continent)]
  return (
    <div className="continents">
      {continents.map(([continent, cities], index) => (
        <details key={continent} name="continent" open={index === 0}>
          <summary>
            {continent}
            <span>{cities.filter(isOpen).length} 座城市</span>
          </summary>
          <ul>
            {cities.map(offer => {
              const { region, ways } = offer
              const [lowest] = ways.toSorted((a, b) => Number(a.soldOut) - Number(b.soldOut) || a.price - b.price)
              return (
                <li key={region.code}>
                  <a href={calculatorOf(offer)}>
                    <b>{placeName(region)}</b>
                    <span>{lowest ? ways.map(way => way.name).join('、') : '暂未开放'}</span>
                    {lowest ? <em>{wayText(lowest)}</em> : null}
                  </a>
                </li>
              )
            })}
          </ul>
        </details>
      ))}
    </div>
  )
}

/** The map and its list, with the figures of what is on sale. */
export function Cities({ offers, accessWays }: { offers: CityOffer[]; accessWays: number }) {
  const open = offers.filter(isOpen)
  if (!open.length) return null
  const countries = new Set(open.map(({ region }) => region.country)).size
  return (
    <div className="cities" id="cities">
      <div className="wrap cities-head">
        <h2>
          {open.length} 座城市，<span className="keep">各有当地地址</span>
        </h2>
        <p>
          {countries} 个国家/地区，{accessWays} 种接入方式。选一座城市，看它的接入方式与价格，再去试算。
        </p>
      </div>
      <World offers={offers} />
      <div className="wrap">
        <CityList offers={offers} />
        <p className="cities-more">
          <a href={`${paths.product}#price-table`}>
            查看全部城市的价格表
            <Icon name="arrow" />
          </a>
        </p>
      </div>
    </div>
  )
}
