import { SearchOutlined } from '@ant-design/icons'
import { Button, Input } from 'antd'
import { useMemo, useState } from 'react'
import { count, yuan } from '#web/ui/format.ts'
import { matchingPlaces, type Place, placeTree } from './places.ts'
import { RegionMap } from './region-map.tsx'

interface RegionPickerProps {
  places: readonly Place[]
  chosen: string | undefined
  choose: (code: string) => void
}

/** Selects the region of the line, on the map or in the list by continent and country. */
export function RegionPicker({ places, chosen, choose }: RegionPickerProps) {
  const [text, setText] = useState('')
  const found = useMemo(() => matchingPlaces(places, text), [places, text])
  const matching = useMemo(() => new Set(found.map(({ region }) => region.code)), [found])
  return (
    <section className="sheet" aria-labelledby="region-title">
      <div className="sheet-head">
        <h2 id="region-title">国家/地区与城市</h2>
        <span className="quiet">{count(places.length)} 个城市可选</span>
      </div>
      <RegionMap places={places} matching={matching} chosen={chosen} choose={choose} />
      <Input
        className="region-search"
        type="search"
        aria-label="搜索国家/地区或城市"
        placeholder="搜索国家/地区或城市"
        prefix={<SearchOutlined />}
        maxLength={30}
        value={text}
        onChange={event => setText(event.target.value)}
        onPressEnter={() => {
          const [only] = found
          if (found.length === 1 && only) choose(only.region.code)
        }}
      />
      {found.length === 0 ? (
        <p className="region-none" role="status">
          没有“{text.trim()}”。
          <Button type="link" size="small" onClick={() => setText('')}>
            查看全部
          </Button>
        </p>
      ) : (
        <fieldset className="region-tree">
          <legend className="only-heard">选择城市</legend>
          {placeTree(found).map(({ continent, count: cities, countries }) => (
            <section key={continent} aria-label={continent}>
              <h3>
                {continent} <span className="quiet">{cities}</span>
              </h3>
              <ul>
                {countries.map(({ country, cities: some }) => (
                  <li key={country}>
                    <span className="region-country">{country}</span>
                    {some.map(place => (
                      <City key={place.region.code} place={place} chosen={chosen} choose={choose} />
                    ))}
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </fieldset>
      )}
    </section>
  )
}

/** Formats as ¥168, for places with many prices close together. */
const wholeYuan = (fen: number) => yuan(fen).replace(/\.00$/, '')

const City = ({
  place: { region, from, stock },
  chosen,
  choose,
}: Omit<RegionPickerProps, 'places'> & { place: Place }) => (
  <label className="pick region-city" data-none={stock ? undefined : ''}>
    <input type="radio" name="region" checked={region.code === chosen} onChange={() => choose(region.code)} />
    <span>{region.city}</span>
    <small>{stock ? `${wholeYuan(from)} 起` : '售罄'}</small>
  </label>
)
