# The .NET tool: a package for each machine, which is the program itself, and the package `clrcov` that names them. The runtime
# identifiers of musl are named, too: the package of a machine serves both C libraries. dotnet 8 and 9 read the
# pointer's settings, and say that they do not know such a tool.
set(NUGET ${CMAKE_BINARY_DIR}/nuget)
set(RIDS)
foreach(machine IN LISTS CLRCOV_MACHINES)
  foreach(rid linux-${machine} linux-musl-${machine})
    string(APPEND RIDS "    <RuntimeIdentifierPackage RuntimeIdentifier=\"${rid}\" Id=\"clrcov.linux-${machine}\" />\n")
  endforeach()
endforeach()
configure_file(nuget/pointer.xml.in ${NUGET}/clrcov/tools/any/any/DotnetToolSettings.xml @ONLY)
configure_file(nuget/clrcov.nuspec.in ${NUGET}/clrcov/clrcov.nuspec @ONLY)
foreach(machine IN LISTS CLRCOV_MACHINES)
  set(RID linux-${machine})
  configure_file(nuget/machine.xml.in ${NUGET}/clrcov.${RID}/tools/any/${RID}/DotnetToolSettings.xml @ONLY)
  configure_file(nuget/clrcov.machine.nuspec.in ${NUGET}/clrcov.${RID}/clrcov.${RID}.nuspec @ONLY)
endforeach()
configure_file(nuget/Clrcov.MSBuild.nuspec.in ${NUGET}/Clrcov.MSBuild/Clrcov.MSBuild.nuspec @ONLY)

# A package with the same bytes each time: dotnet pack draws random names and takes the time of the day.
# Appends to the list of commands whose name is given.
function(clrcov_pack id list_name)
  set(lines ${${list_name}})
  list(APPEND lines
    COMMAND ${CMAKE_COMMAND} -E env DOTNET_NOLOGO=1 DOTNET_CLI_TELEMETRY_OPTOUT=1
            ${DOTNET} pack ${NUGET}/${id}/${id}.nuspec --version ${CLRCOV_VERSION} -o ${NUGET} -v quiet
    COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/same_bytes.py ${NUGET}/${id}.${CLRCOV_VERSION}.nupkg
            ${OUT} ${EPOCH})
  set(${list_name} ${lines} PARENT_SCOPE)
endfunction()

set(commands)
foreach(machine IN LISTS CLRCOV_MACHINES)
  set(from ${STAGE}/linux-${machine}/usr)
  set(folder ${NUGET}/clrcov.linux-${machine})
  set(tool ${folder}/tools/any/linux-${machine})
  set(of_msbuild ${NUGET}/Clrcov.MSBuild/tools/linux-${machine})
  list(APPEND commands
    COMMAND ${CMAKE_COMMAND} -E copy_directory ${from}/share/doc/clrcov ${folder}/doc
    COMMAND ${CMAKE_COMMAND} -E copy ${from}/share/clrcov/clrcov.xsd ${folder}/doc)
  foreach(to ${tool} ${of_msbuild})
    list(APPEND commands
      COMMAND ${CMAKE_COMMAND} -E copy_directory ${from}/lib/clrcov ${to}
      COMMAND ${CMAKE_COMMAND} -E copy ${from}/bin/clrcov ${to}/clrcov)
  endforeach()
  clrcov_pack(clrcov.linux-${machine} commands)
endforeach()
clrcov_pack(clrcov commands)
clrcov_pack(Clrcov.MSBuild commands)
add_custom_target(nupkg ${commands} WORKING_DIRECTORY ${NUGET} VERBATIM USES_TERMINAL)
foreach(machine IN LISTS CLRCOV_MACHINES)
  add_dependencies(nupkg stage-${machine})
endforeach()
