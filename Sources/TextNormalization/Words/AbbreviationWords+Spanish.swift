extension AbbreviationWords {
  static let spanish: Lists = [
    (
      .beforeNumber,
      """
      n.º n.° nº n° no. núm. num. nro. = número
      n.os núms. = números
      p. pág. pg. = página
      pp. págs. = páginas
      cap. = capítulo
      caps. = capítulos
      vol. = volumen
      art. = artículo
      arts. = artículos
      fig. = figura
      figs. = figuras
      tel. tfno. tlf. teléf. = teléfono
      aprox. = aproximadamente
      ap. apdo. = apartado
      km. = kilómetro
      ej. = ejemplo
      ca. = circa
      párr. = párrafo
      s. = siglo
      ss. = siglos
      """
    ),
    (
      .beforeName,
      """
      sr. = Señor
      sres. = Señores
      sra. = Señora
      sras. = Señoras
      srta. = Señorita
      dr. = Doctor
      dres. = Doctores
      dra. = Doctora
      D. = Don
      Dña. D.ª Dª = Doña
      prof. = Profesor
      profa. = Profesora
      Lic. = Licenciado
      Ing. = Ingeniero
      Arq. = Arquitecto
      Gral. = General
      Cap. = Capitán
      Cnel. = Coronel
      Tte. = Teniente
      Sgto. = Sargento
      Sto. = Santo
      Sta. = Santa
      S. = San
      Fr. = fray
      Excmo. = Excelentísimo
      Excma. = Excelentísima
      Ilmo. = Ilustrísimo
      Hno. = Hermano
      Hna. = Hermana
      Mons. = Monseñor
      C/ c/ = calle
      """
    ),
    (
      .behindNumber,
      """
      hab. = habitantes
      """
    ),
    (
      .ending,
      """
      etc. = etcétera
      ee.uu. eeuu = Estados Unidos
      a.c. a.de_c. = antes de Cristo
      d.c. d.de_c. = después de Cristo
      S.A. = sociedad anónima
      S.L. = sociedad limitada
      jr. = júnior
      cía. = compañía
      hnos. = hermanos
      """
    ),
    (
      .anywhere,
      """
      ud. vd. = usted
      uds. vds. = ustedes
      avda. av. avd. = avenida
      pza. plza. pl. = plaza
      ctra. = carretera
      p.ej. = por ejemplo
      aprox. = aproximadamente
      dpto. depto. = departamento
      admón. = administración
      gob. = gobierno
      máx. = máximo
      mín. = mínimo
      pza. = plaza
      izq. izda. = izquierda
      dcha. = derecha
      ej. = ejemplo
      v.o. = voz en off
      o.s. = fuera de campo
      cont. = continúa
      int. = Interior
      ext. = Exterior
      int./ext. int/ext ext./int. ext/int = Interior, exterior
      c/u = cada uno
      vs. vs = contra
      cf. cfr. = confróntese
      rr.hh. = recursos humanos
      ff.aa. = fuerzas armadas
      jj.oo. = Juegos Olímpicos
      p.d. = posdata
      ene. = enero
      feb. = febrero
      abr. = abril
      ago. = agosto
      sept. sep. = septiembre
      oct. = octubre
      nov. = noviembre
      dic. = diciembre
      """
    ),
  ]
}
