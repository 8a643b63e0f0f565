import { createCache } from '@ant-design/cssinjs'

/**
 * The style rules of components, which refer to the theme's values. The values themselves must not be kept: those of two themes
 * have the same selectors.
 */
const rules = 'style%'

/**
 * A cache of antd's styles that keeps rules once they were made. antd's own drops a component's rules when its last instance
 * unmounts, and the next page makes them again, which took a quarter of the script time of a click.
 */
export function keptStyles(): ReturnType<typeof createCache> {
  const cache = createCache()
  const update = cache.opUpdate.bind(cache)
  cache.opUpdate = (path, change) =>
    update(path, before => {
      const after = change(before)
      // An entry is a count of its users and their styles. One additional user keeps it alive.
      return before || !after || !path.startsWith(rules) ? after : [after[0] + 1, after[1]]
    })
  return cache
}
