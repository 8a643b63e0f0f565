import { createCache } from '@ant-design/cssinjs'

/**
 * The rules of parts, which name the values of the theme. The values themselves must go: those of two themes have the same
 * selectors.
 */
const rules = 'style%'

/**
 * A cache of antd's styles that keeps the rules that were made once. Its own forgets those of a part when the last one leaves the
 * page, and the next page makes them anew, which was a quarter of the scripts of a click.
 */
export function keptStyles(): ReturnType<typeof createCache> {
  const cache = createCache()
  const update = cache.opUpdate.bind(cache)
  cache.opUpdate = (path, change) =>
    update(path, before => {
      const after = change(before)
      // An entry is a count of its users and what they use. One user more than there are keeps it.
      return before || !after || !path.startsWith(rules) ? after : [after[0] + 1, after[1]]
    })
  return cache
}
