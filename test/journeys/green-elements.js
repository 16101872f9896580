// What on the page is green to the eye: text, ground or border of whatever is in sight. Pictures of dishes are not looked at.
;(() => {
  const properties = ['color', 'background-color', 'border-top-color', 'border-left-color']
  function isGreen(color) {
    const [red = 0, green = 0, blue = 0, alpha = 1] = (color.match(/[\d.]+/g) ?? []).map(Number)
    return alpha > 0.1 && green > red * 1.25 && green > blue * 1.15
  }
  const found = []
  for (const element of document.querySelectorAll('body *')) {
    const { width, height } = element.getBoundingClientRect()
    if (width < 2 || height < 2 || !element.checkVisibility()) continue
    for (const pseudo of [undefined, '::before', '::after']) {
      const style = getComputedStyle(element, pseudo)
      if (pseudo !== undefined && style.content === 'none') continue
      for (const property of properties)
        if (isGreen(style.getPropertyValue(property)))
          found.push(
            `${element.getAttribute('class') ?? element.tagName}${pseudo ?? ''} ${property}`,
          )
    }
  }
  return found
})()
