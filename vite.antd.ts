import type { Plugin } from 'vite'

export const folder = (names: string) => new RegExp(`[\\\\/]node_modules[\\\\/](${names})[\\\\/]`)
export const antd = folder('antd|@ant-design|@rc-component|rc-[^\\\\/]+|@babel[\\\\/]runtime|throttle-debounce')
/** Few pages use these parts of antd, so they load with the first page that needs them. The tree has a file of its own. */
export const rareAntd =
  /[\\/]node_modules[\\/](antd[\\/]es[\\/](badge|calendar|date-picker|input-number|progress|qr-code|radio|switch|time-picker)|@rc-component[\\/](input-number|mini-decimal|picker|progress|qrcode|switch))[\\/]/

/** Trees are as heavy as all that dialogs need, and only pages with departments have one. Calendars are twice as heavy. */
export const antdTree =
  /[\\/]node_modules[\\/](@rc-component[\\/]tree[\\/]|antd[\\/]es[\\/]tree[\\/]|@ant-design[\\/]icons(-svg)?[\\/]es[\\/](icons|asn)[\\/](Folder(Open)?|Holder)Outlined\.)/
/** A tree in a select, which brings both; the page of the departments has a tree alone. */
export const antdTreeSelect = folder('@rc-component[\\\\/]tree-select|antd[\\\\/]es[\\\\/]tree-select')
export const antdCalendar = folder(
  '@rc-component[\\\\/]picker|antd[\\\\/]es[\\\\/](calendar|date-picker|time-picker)|dayjs',
)
export const antdNumber = folder('@rc-component[\\\\/](input-number|mini-decimal)|antd[\\\\/]es[\\\\/]input-number')
/** How far an import or an upload is, which only dialogs show. */
export const antdProgress = folder('@rc-component[\\\\/]progress|antd[\\\\/]es[\\\\/](progress|spin)|throttle-debounce')
export const antdRadio = folder('antd[\\\\/]es[\\\\/]radio')
/** Only the back office has antd's menus; the console has its own. */
export const antdMenu = folder('@rc-component[\\\\/](menu|dropdown)|antd[\\\\/]es[\\\\/](menu|dropdown)')
/** A few pages have a field for text at once, the others in dialogs. */
export const antdInput =
  /[\\/]node_modules[\\/](@rc-component[\\/]input[\\/]|antd[\\/]es[\\/](input|space)[\\/]|@ant-design[\\/]icons(-svg)?[\\/]es[\\/](icons|asn)[\\/]Eye(Invisible)?Outlined\.)/
/** What hints, confirmations and forms show beside their fields, and long lists in selects and trees. */
export const antdMore =
  /[\\/]node_modules[\\/](antd[\\/]es[\\/]((alert|checkbox|empty|popconfirm|popover|switch|tooltip)[\\/]|(config-provider[\\/]defaultRenderEmpty|style[\\/](placement|rounded)Arrow|_util[\\/](placements|ActionButton|responsiveObserver))\.js)|@rc-component[\\/](checkbox|switch|tooltip|virtual-list)[\\/])/
/** The lists' filters have a stand-in for it until somebody points at one. */
export const antdSelect = folder('@rc-component[\\\\/](select|overflow)|antd[\\\\/]es[\\\\/]select')
/** What dialogs and drawers are made of comes with the first of them, after the rows. */
export const antdDialogs = folder(
  '@rc-component[\\\\/](dialog|drawer)|antd[\\\\/]es[\\\\/](form(?![\\\\/](context|hooks[\\\\/]useVariants)\\.)|grid|modal|drawer|skeleton)|(compute-)?scroll-into-view(-if-needed)?',
)
/** Fields ask a form around them for its state, which is a context; the form itself is in dialogs. */
export const antdForm =
  /[\\/]node_modules[\\/]@rc-component[\\/](async-validator[\\/]|form[\\/]es[\\/](index|Field|List|Form|hooks[\\/]\w+|utils[\\/](validateUtil|asyncUtil|delayUtil|NameMap))\.js)/

/**
 * Points our imports of antd's parts and icons at their own modules. Through the packages' indexes every page would reach
 * every part, and which file a part belongs to is decided by who reaches it.
 */
export function directImports(format: 'es' | 'lib' = 'es'): Plugin {
  const kebab = (name: string) => (name === 'QRCode' ? 'qr-code' : name.replace(/(?<!^)[A-Z]/g, '-$&').toLowerCase())
  const places: Record<string, (name: string) => string> = {
    antd: name => `antd/${format}/${kebab(name)}`,
    '@ant-design/icons': name => `@ant-design/icons/${format}/icons/${name}`,
  }
  return {
    name: 'direct-imports',
    transform: {
      filter: { id: /[\\/]web[\\/].+\.tsx?$/, code: /from ["'](antd|@ant-design\/icons)["']/ },
      handler(code) {
        const direct = code.replace(
          /import \{([^}]+)\} from ["'](antd|@ant-design\/icons)["'];?/g,
          (_, names: string, from: string) =>
            names
              .split(',')
              .map(each => each.trim())
              .filter(Boolean)
              .map(each => {
                const [name = '', local = name] = each.split(' as ')
                return `import ${local} from ${JSON.stringify(places[from]?.(name))};`
              })
              .join(' '),
        )
        return { code: direct, map: null }
      },
    },
  }
}

/** Every icon looks through the page's styles for the icons' own. Once is enough, and a page of rows has a hundred icons. */
export function iconStylesOnce(): Plugin {
  const effect = /useEffect\(\(\) => \{\s*if \(zeroRuntime\)/
  return {
    name: 'icon-styles-once',
    transform: {
      filter: { id: /@ant-design[\\/]icons[\\/]es[\\/]renderUtils\.js/ },
      handler(code) {
        if (!effect.test(code))
          this.error('antd’s icons insert their styles in another way now: look at renderUtils.js')
        const once = code.replace(
          effect,
          'useEffect(() => {\n    if (inserted) return;\n    inserted = true;\n    if (zeroRuntime)',
        )
        return { code: `let inserted = false;\n${once}`, map: null }
      },
    },
  }
}

/**
 * Hides antd's icons from screen readers, which would read their English names beside the Chinese words of every button. All of
 * our icons stand beside words, or in an element with a name.
 */
export function decorativeIcons(): Plugin {
  const named = /role: "img",\s*"aria-label": icon\.name/
  return {
    name: 'decorative-icons',
    transform: {
      filter: { id: /@ant-design[\\/]icons[\\/]es[\\/]components[\\/]AntdIcon(Light)?\.js/ },
      handler(code) {
        if (!named.test(code))
          this.error('antd’s icons name themselves in another way now: look at its AntdIcon.js and AntdIconLight.js')
        return { code: code.replace(named, '"aria-hidden": true'), map: null }
      },
    },
  }
}

/**
 * Leaves out what antd's frame imports and we never show: hints that share one pop-up, which bring all that places pop-ups, and
 * the colour picker, of which buttons take one function. Every page would load them.
 */
export function withoutUnused(): Plugin {
  const hints = /import UniqueProvider from '..\/tooltip\/UniqueProvider';/
  const shown = /if \(tooltip\?\.unique\) \{[^}]+\}/
  const color = /import \{ ColorBlock, Color as RcColor \} from '@rc-component\/color-picker';/
  const bright = /export const isBright = [\s\S]+?\n\};\n/
  return {
    name: 'without-unused',
    transform: {
      filter: {
        id: /[\\/]antd[\\/]es[\\/](config-provider[\\/]index|color-picker[\\/]components[\\/]ColorPresets)\.js/,
      },
      handler(code) {
        if (hints.test(code) && shown.test(code)) return { code: code.replace(hints, '').replace(shown, ''), map: null }
        const [kept] = bright.exec(code) ?? []
        if (!kept || !color.test(code))
          this.error(
            'antd’s frame brings hints or the colour picker in another way now: look at the two files of this filter',
          )
        return { code: `import { Color as RcColor } from '@rc-component/color-picker';\n${kept}`, map: null }
      },
    },
  }
}
