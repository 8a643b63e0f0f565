import { SearchOutlined } from '@ant-design/icons'
import { useEffect, useMemo, useRef, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { count, placeName, yuan } from '#web/ui/format.ts'
import { matchingPlaces, type Place, placeTree } from './places.ts'
import { RegionMap } from './region-map.tsx'

interface RegionPickerProps {
  places: readonly Place[]
  chosen: string | undefined
  choose: (code: string) => void
  /** Called when a city is settled, so that the next choice gets the focus. */
  settled: () => void
}

/**
 * Selects the region of the line, in the list by continent and country or on the map. A settled city shrinks to one row, so that
 * the next choice is in sight; the arrow keys only browse cities, which does not settle one.
 */
export function RegionPicker({ settled, ...props }: RegionPickerProps) {
  const place = props.places.find(({ region }) => region.code === props.chosen)
  const [open, setOpen] = useState<'first' | 'again'>()
  if (place && !open)
    return (
      <section className="sheet region-chosen" aria-labelledby="region-title">
        <h2 id="region-title">国家/地区与城市</h2>
        <p>
          <strong>{placeName(place.region)}</strong>
          <span className="quiet figures">
            {place.stock ? `${wholeYuan(place.from)} 起 · 可售 ${count(place.stock)} 条` : '暂时售罄'}
          </span>
        </p>
        <Button onClick={() => setOpen('again')}>换个城市</Button>
      </section>
    )
  return (
    <Cities
      {...props}
      again={open === 'again'}
      look={code => {
        // Otherwise the first city that the arrow keys reach would close the list.
        setOpen(open ?? 'first')
        props.choose(code)
      }}
      settle={code => {
        setOpen(undefined)
        if (code !== props.chosen) props.choose(code)
        settled()
      }}
    />
  )
}

interface CitiesProps extends Pick<RegionPickerProps, 'places' | 'chosen'> {
  /** The user reopened the list, which then starts at the chosen city. */
  again: boolean
  look: (code: string) => void
  settle: (code: string) => void
}

function Cities({ places, chosen, again, look, settle }: CitiesProps) {
  const [text, setText] = useState('')
  const list = useRef<HTMLElement>(null)
  useEffect(() => {
    if (again) list.current?.querySelector<HTMLElement>('input:checked')?.focus()
  }, [again])
  const found = useMemo(() => matchingPlaces(places, text), [places, text])
  const matching = useMemo(() => new Set(found.map(({ region }) => region.code)), [found])
  return (
    <section ref={list} className="sheet region-picker" aria-labelledby="region-title">
      <div className="sheet-head">
        <h2 id="region-title">国家/地区与城市</h2>
        {chosen ? (
          <Button look="link" size="small" onClick={() => settle(chosen)}>
            就选这里
          </Button>
        ) : (
          <span className="quiet">{count(places.length)} 个城市可选</span>
        )}
      </div>
      <span className="search-filter">
        <SearchOutlined />
        <input
          type="search"
          aria-label="搜索国家/地区或城市"
          placeholder="搜索国家/地区或城市"
          maxLength={30}
          value={text}
          onChange={event => setText(event.target.value)}
          onKeyDown={event => {
            const [only] = found
            // An Enter that completes a word in an input method settles nothing.
            if (event.key === 'Enter' && !event.nativeEvent.isComposing && found.length === 1 && only)
              settle(only.region.code)
          }}
        />
      </span>
      {found.length === 0 ? (
        <p className="region-none" role="status">
          没有“{text.trim()}”。
          <Button look="link" size="small" onClick={() => setText('')}>
            查看全部
          </Button>
        </p>
      ) : (
        <fieldset className="region-tree">
          <legend className="only-heard">选择城市，按回车选定</legend>
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
                      <City key={place.region.code} place={place} chosen={chosen} look={look} settle={settle} />
                    ))}
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </fieldset>
      )}
      <RegionMap places={places} matching={matching} chosen={chosen} choose={settle} />
    </section>
  )
}

/** Formats as ¥168, for places with many prices close together. */
const wholeYuan = (fen: number) => yuan(fen).replace(/\.00$/, '')

/** The arrow keys also fire clicks, but without a pointer. */
const isPressed = (event: Event) => 'detail' in event && Number(event.detail) > 0

const City = ({
  place: { region, from, stock },
  chosen,
  look,
  settle,
}: Pick<CitiesProps, 'chosen' | 'look' | 'settle'> & { place: Place }) => (
  <label className="pick region-city" data-none={stock ? undefined : ''}>
    <input
      type="radio"
      name="region"
      checked={region.code === chosen}
      onChange={({ nativeEvent }) => (isPressed(nativeEvent) ? settle : look)(region.code)}
      // A city that was already chosen fires no change event.
      onClick={({ nativeEvent }) => region.code === chosen && isPressed(nativeEvent) && settle(chosen)}
      onKeyDown={({ key, ctrlKey, metaKey }) => key === 'Enter' && !ctrlKey && !metaKey && settle(region.code)}
    />
    <span>{region.city}</span>
    <small>{stock ? `${wholeYuan(from)} 起` : '售罄'}</small>
  </label>
)
