import { createCache } from '@ant-design/cssinjs'

/** The styles of a theme as a whole, which may go when another theme is chosen. */
const themes = 'token%'

/**
 * A cache of antd's styles that keeps what was made once. Its own drops the style of a part when the last one leaves the page, and
 * the next page makes it anew: a quarter of the scripts of a click, and a change of the sheets that every element is matched
 * against again.
 */
export function keptStyles(): ReturnType<typeof createCache> {
  const cache = createCache()
  const update = cache.opUpdate.bind(cache)
  cache.opUpdate = (path, change) =>
    update(path, before => {
      const after = change(before)
      // An entry is a count of its users and what they use. One user more than there are keeps it.
      return before || !after || path.startsWith(themes) ? after : [after[0] + 1, after[1]]
    })
  return cache
}
